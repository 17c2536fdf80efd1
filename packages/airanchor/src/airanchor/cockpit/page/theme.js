// Light or dark: as the system has it until a person chooses.
const KEY = "airanchor-theme";
const listeners = [];
const system = matchMedia("(prefers-color-scheme: dark)");

export const isDark = () => (document.documentElement.dataset.theme || (system.matches ? "dark" : "light")) === "dark";

export function onTheme(show) {
  listeners.push(show);
}

export function colours(...names) {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue("--" + name).trim()]));
}

export function startTheme(button) {
  const kept = read();
  if (kept) document.documentElement.dataset.theme = kept;
  const show = () => {
    button.textContent = isDark() ? "☀" : "☾";
    listeners.forEach((listener) => listener());
  };
  button.addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    try { localStorage.setItem(KEY, theme); } catch { /* a browser that keeps nothing */ }
    show();
  });
  system.addEventListener("change", show);
  show();
}

function read() {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === "dark" || kept === "light" ? kept : null;
  } catch {
    return null;
  }
}
