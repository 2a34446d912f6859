import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ChatLine as Line } from '../../../shared/chats/chats'
import { formatMoment } from '../../../shared/i18n/format'
import { formatWhen } from '../../../shared/i18n/when'
import { paths } from '../../../shared/paths'
import { badgeText } from '../../../shared/query/badges'
import { AppLink } from '../../../ui/app-link'
import { IconButton } from '../../../ui/button'
import { FictionalLabel } from '../../../ui/fictional-label'
import { LockIcon, TrashIcon } from '../../../ui/icons'
import { useTyping } from '../hooks/use-typing'
import { PeerPhoto } from './peer-photo'
import { useNameOf, usePreview } from './words'

type Props = { line: Line; me: string; current: boolean; now: Date; onRemove: () => void }

/** A conversation in the overview. */
export function ChatLine({ line, me, current, now, onRemove }: Props) {
  const { t, i18n } = useLingui()
  const name = useNameOf()(line.person)
  const preview = usePreview(me)(line)
  const typing = useTyping(line.person.id)
  const unread = line.num_unread_messages
  const at = line.at ? new Date(line.at) : null
  return (
    <li className="chat-line" data-unread={unread > 0 || undefined}>
      <AppLink to={paths.chat(line.id)} className="chat-link" aria-current={current ? 'page' : undefined}>
        <PeerPhoto person={line.person} name={name} />
        <span className="chat-line-text">
          <span className="chat-line-head">
            <strong className="chat-line-name">{name}</strong>
            {at && (
              <time dateTime={at.toISOString()} title={formatMoment(at, i18n.locale)}>
                {formatWhen(at, now, i18n.locale)}
              </time>
            )}
          </span>
          {line.person.fictional && line.person.name && <FictionalLabel />}
          <span className="chat-line-foot">
            <span className="chat-line-last">
              {typing && !line.readOnly ? (
                <em>
                  <Trans>typing…</Trans>
                </em>
              ) : (
                preview
              )}
            </span>
            {line.readOnly && <LockIcon />}
            {unread > 0 && (
              <>
                <span className="badge badge--news" aria-hidden="true">
                  {badgeText(unread)}
                </span>
                <span className="visually-hidden">
                  {t`${plural(unread, { one: '# unread message', other: '# unread messages' })}`}
                </span>
              </>
            )}
          </span>
        </span>
      </AppLink>
      <IconButton
        className="chat-remove"
        label={t`Remove the conversation with ${name}`}
        icon={<TrashIcon />}
        onClick={onRemove}
      />
    </li>
  )
}
