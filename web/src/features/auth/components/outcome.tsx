import type { ReactNode } from 'react'
import { AlertIcon, CheckIcon } from '../../../ui/icons'

type Props = { mark: 'done' | 'problem' | ReactNode; title: string; children: ReactNode }

/** One result, one next step. */
export function Outcome({ mark, title, children }: Props) {
  const icon = mark === 'done' ? <CheckIcon /> : mark === 'problem' ? <AlertIcon /> : mark
  return (
    <div className="page page--card">
      <div className="card outcome">
        <span className={`big-mark ${mark === 'problem' ? 'big-mark--problem' : ''}`}>{icon}</span>
        <h1>{title}</h1>
        {children}
      </div>
    </div>
  )
}

/** While a mailed link is being redeemed. */
export function Working({ title }: { title: string }) {
  return (
    <div className="page page--card" aria-busy="true">
      <div className="card outcome">
        <span className="big-mark big-mark--busy" aria-hidden="true" />
        <h1>{title}</h1>
      </div>
    </div>
  )
}
