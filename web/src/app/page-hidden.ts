/** Tells the server when the page is put aside, as the last thing it can say. */
export function tellPageHidden(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return
    navigator.sendBeacon('/api/page-hidden.php', new Blob(['{}'], { type: 'application/json' }))
  })
}
