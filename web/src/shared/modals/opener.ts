import type { OpenModal } from './registry'

let opener: OpenModal | null = null

/** The modal host tells how a modal is opened; the answer takes that back. */
export function setOpener(next: OpenModal): () => void {
  opener = next
  return () => {
    if (opener === next) opener = null
  }
}

/** Opens a modal from outside React, as the live stream does. Without a page there is none to open over. */
export const openModal: OpenModal = (name, props) => opener?.(name, props)
