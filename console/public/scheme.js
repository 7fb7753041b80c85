// Sets the chosen colour scheme before the first paint, so that a page never flashes in the other one.
// A file of its own because the content security policy allows no inline script. Key as in src/session/storage.ts.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('color_scheme');
  } catch {
    // Storage may be switched off; the system's choice holds then.
  }
  const dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
})();
