import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { useFailureText } from '../../../shared/failures/text'
import type { MembersOnly } from '../../../shared/modals/people'
import { useModals } from '../../../shared/modals/registry'
import { paths } from '../../../shared/paths'
import type { Person } from '../../../shared/people/person'
import { relationQuery } from '../../../shared/people/relation'
import { useLike } from '../../../shared/people/use-like'
import { Alert } from '../../../ui/alert'
import { Button } from '../../../ui/button'
import { BlockIcon, ChatIcon, CheckIcon, GiftIcon, HandIcon } from '../../../ui/icons'

/** What can be done with somebody: message, like or unlike, gift, block. A visitor is asked to log in. */
export function Actions({ person, visitor }: { person: Person; visitor: boolean }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const textOf = useFailureText()
  const { open } = useModals()
  const { data: relation } = useQuery({ ...relationQuery(person.id), enabled: !visitor })
  const like = useLike(person)
  const liked = relation?.liked ?? false
  /** What a member does; a visitor is told that it is for members. */
  const forMembers = (what: MembersOnly, act: () => void) => () =>
    visitor ? open('login-required', { what }) : act()
  return (
    <div className="actions-area">
      {like.error && <Alert tone="danger">{textOf(failureOfRpc(like.error))}</Alert>}
      {relation?.matched && (
        <p className="relation-line">
          <HandIcon />
          <Trans>You like each other.</Trans>
        </p>
      )}
      {relation?.likesMe && !relation.matched && (
        <p className="relation-line">
          <HandIcon />
          <Trans>{person.name} likes you.</Trans>
        </p>
      )}
      <div className="actions">
        <Button onClick={forMembers('message', () => void navigate(paths.memberChat(person.id)))}>
          <ChatIcon />
          <Trans>Message</Trans>
        </Button>
        <Button
          look={liked ? 'primary' : 'secondary'}
          className="like-button"
          data-liked={liked || undefined}
          onClick={forMembers('like', () => like.mutate(!liked))}
        >
          {liked ? <CheckIcon /> : <HandIcon />}
          {liked ? <Trans>Liked</Trans> : <Trans>Like</Trans>}
          {liked && <span className="visually-hidden">: {t`take it back`}</span>}
        </Button>
        <Button look="quiet" onClick={forMembers('gift', () => void navigate(paths.memberGift(person.id)))}>
          <GiftIcon />
          <Trans>Gift</Trans>
        </Button>
        <Button
          look="quiet"
          onClick={forMembers('block', () => open('block', { memberId: person.id, name: person.name }))}
        >
          <BlockIcon />
          <Trans>Block</Trans>
        </Button>
      </div>
    </div>
  )
}
