import { useLingui } from '@lingui/react/macro'
import type { ChatLine } from '../../../shared/chats/chats'
import type { Person } from '../../../shared/people/person'

/** How somebody is called; who is not to be seen any more has no name, who is not known yet an empty one. */
export function useNameOf(): (person: Pick<Person, 'name'> | null | undefined) => string {
  const { t } = useLingui()
  return person => (person === undefined ? '' : person?.name || t`Deleted member`)
}

/** A line's last message in a few words. */
export function usePreview(me: string): (line: Pick<ChatLine, 'last'>) => string {
  const { t } = useLingui()
  return ({ last }) => {
    if (!last) return ''
    const own = last.sender_id === me
    switch (last.kind) {
      case 'text':
        return own ? t`You: ${last.text ?? ''}` : (last.text ?? '')
      case 'gift':
        return own ? t`You gave a gift` : t`A gift for you`
      case 'photo':
        return own ? t`You sent a photo` : t`A photo for you`
      default:
        return t`A photo that is gone`
    }
  }
}
