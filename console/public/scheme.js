// Sets two attributes before the first paint: the chosen colour scheme, so that a page never flashes in the other one, and whether a person is
// signed in, which shows the bars of index.html. The content security policy allows no inline script. Names as in src/session/storage.ts.
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
  if (document.cookie.split('; ').includes('godwit_auth=1')) document.documentElement.dataset.signedIn = '';
})();
