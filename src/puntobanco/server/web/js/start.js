// Runs before the first paint: theme, language and speed of reveal as they were chosen last.
(() => {
  const root = document.documentElement;
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("puntobanco") ?? "{}");
  } catch {
    // storage is closed to this page: the defaults hold
  }
  const light = matchMedia("(prefers-color-scheme: light)").matches;
  root.dataset.theme = kept.theme ?? (light ? "light" : "felt");
  root.dataset.speed = kept.speed ?? "normal";
  if (kept.language) root.lang = kept.language;
})();
