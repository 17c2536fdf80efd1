"""The studies of the paper: each a set of rows over a split, flown in resumable pieces and told as a page."""

from airanchor.bench.studies.flights import StudyPlan, fly_study, forecast_s
from airanchor.bench.studies.page import StudyPage, plan_facts, study_table, write_page, write_page_chart
from airanchor.bench.studies.study import STUDIES, Study, find_study

__all__ = [
    "STUDIES",
    "Study",
    "StudyPage",
    "StudyPlan",
    "find_study",
    "fly_study",
    "forecast_s",
    "plan_facts",
    "study_table",
    "write_page",
    "write_page_chart",
]
