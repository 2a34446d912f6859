import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { useFailureText } from '../../../shared/failures/text'
import { openPremiumOnly } from '../../../shared/modals/money'
import { useModals } from '../../../shared/modals/registry'
import { userQuery } from '../../../shared/session/user'
import { Alert } from '../../../ui/alert'
import { Button } from '../../../ui/button'
import { Modal } from '../../../ui/modal'
import { Skeleton } from '../../../ui/skeleton'
import { toast } from '../../../ui/toast'
import { giftsQuery } from '../api/gifts'
import { isPremium } from '../api/premium'
import { openOutbox } from '../outbox/open'
import { GiftPicture } from './gift-picture'
import PriceHint from './price-hint'

type Props = { memberId: string; name: string; onClose: () => void }

/** Chooses a gift and sends it. */
export default function GiftSheet({ memberId, name, onClose }: Props) {
  const { t, i18n } = useLingui()
  const textOf = useFailureText()
  const client = useQueryClient()
  const { open } = useModals()
  const { data: user } = useQuery(userQuery())
  const { data: gifts, error } = useQuery(giftsQuery(i18n.locale))
  const [chosen, setChosen] = useState<string | null>(null)
  const give = async () => {
    if (!user || !chosen) return
    onClose()
    if (!user.paid_user && !(await isPremium(client))) return openPremiumOnly(open, 'other')
    openOutbox(client, user.id).post(memberId, { kind: 'gift', gift: chosen })
    toast(t`Your gift is on its way.`)
  }
  return (
    <Modal title={t`A gift for ${name}`} onClose={onClose}>
      {error && <Alert tone="danger">{textOf(failureOfRpc(error))}</Alert>}
      {!gifts && !error && <Skeleton lines={5} />}
      {gifts && (
        <fieldset className="gifts">
          <legend className="visually-hidden">
            <Trans>Gifts</Trans>
          </legend>
          {gifts.map(gift => (
            <label key={gift.id} className="gift">
              <input
                type="radio"
                name="gift"
                value={gift.id}
                checked={chosen === gift.id}
                onChange={() => setChosen(gift.id)}
              />
              <span className="gift-face">
                <GiftPicture gift={gift.id} />
                <strong>{gift.name}</strong>
                <PriceHint price={gift.price} />
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <div className="button-row button-row--end sheet-foot">
        <Button look="quiet" onClick={onClose}>
          <Trans>Not now</Trans>
        </Button>
        <Button disabled={!chosen} onClick={() => void give()}>
          <Trans>Give</Trans>
        </Button>
      </div>
    </Modal>
  )
}
