// Before the first paint: the theme the visitor chose, else the system's.
;(() => {
  let choice = null
  try {
    choice = localStorage.getItem('theme')
  } catch {}
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.bsTheme = dark ? 'dark' : 'light'
})()
