import type { ReactNode } from 'react'
import { AlertIcon, CheckIcon } from './icons'

type Props = { tone: 'danger' | 'warning' | 'success' | 'info'; children: ReactNode; action?: ReactNode }

/** A sentence that needs attention. Danger is read out at once, the rest when there is a pause. */
export function Alert({ tone, children, action }: Props) {
  return (
    <div className={`notice notice--${tone}`} role={tone === 'danger' ? 'alert' : 'status'}>
      <span className="notice-icon">{tone === 'success' ? <CheckIcon /> : <AlertIcon />}</span>
      <div className="notice-text">{children}</div>
      {action && <div className="notice-action">{action}</div>}
    </div>
  )
}
