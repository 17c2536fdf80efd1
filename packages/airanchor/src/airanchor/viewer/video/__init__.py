"""A flight as a film: the view at flying speed with the map, the sentence and the decision."""

from airanchor.viewer.video.film import Film, FilmFormat, film_format, make_film
from airanchor.viewer.video.writers import check_video_file, write_video

__all__ = ["Film", "FilmFormat", "check_video_file", "film_format", "make_film", "write_video"]
