import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Modal as AriaModal, Dialog, Heading, I18nProvider, ModalOverlay } from 'react-aria-components'
import { IconButton } from './button'
import { CloseIcon } from './icons'
import { useClosedByLeaving } from './use-closed-by-leaving'

type Props = {
  title: string
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** By the button, Escape, the backdrop, and when the page below is left. Missing: it cannot be closed. */
  onClose?: (() => void) | undefined
  /** Escape and the backdrop do not close it; its button does. */
  sturdy?: boolean
  hideTitle?: boolean
  children: ReactNode
}

/** A dialog over the page; a sheet at the bottom of a phone. Focus stays inside and returns afterwards. */
export function Modal({ title, size = 'md', onClose, sturdy = false, hideTitle = false, children }: Props) {
  const { t, i18n } = useLingui()
  useClosedByLeaving(onClose)
  const byItself = onClose !== undefined && !sturdy
  return (
    <I18nProvider locale={i18n.locale}>
      <ModalOverlay
        isOpen
        className="overlay"
        isDismissable={byItself}
        isKeyboardDismissDisabled={!byItself}
        onOpenChange={open => !open && onClose?.()}
      >
        <AriaModal className={`modal-box modal-box--${size}`}>
          <Dialog className="modal-dialog-inner">
            <div className="modal-head">
              <Heading slot="title" className={hideTitle ? 'visually-hidden' : 'modal-title'}>
                {title}
              </Heading>
              {onClose && (
                <IconButton className="modal-close" label={t`Close`} icon={<CloseIcon />} onClick={onClose} />
              )}
            </div>
            {children}
          </Dialog>
        </AriaModal>
      </ModalOverlay>
    </I18nProvider>
  )
}
