const REGION = 'announcer'

/** Says a sentence to screen readers, once. */
export function announce(sentence: string): void {
  const region = document.getElementById(REGION)
  if (!region) return
  // The same sentence twice is only read again when the text changed in between.
  region.textContent = ''
  requestAnimationFrame(() => {
    region.textContent = sentence
  })
}
