import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { type Failure, failure } from '../../../shared/failures/reasons'
import { useFailureText } from '../../../shared/failures/text'
import { uuid7 } from '../../../shared/ids/uuid7'
import { Alert } from '../../../ui/alert'
import { Button } from '../../../ui/button'
import { Modal } from '../../../ui/modal'
import type { Content } from '../outbox/item'
import PriceHint from './price-hint'

const LARGEST = 10 * 1024 * 1024
const KINDS = ['image/jpeg', 'image/png', 'image/webp']

/** What is wrong with a file before it is sent; null: nothing. */
function troubleWith({ size, type }: Pick<File, 'size' | 'type'>): Failure | null {
  if (size > LARGEST) return failure('photo_too_large')
  return KINDS.includes(type) ? null : failure('photo_kind_refused')
}

type Props = {
  file: File
  name: string
  price: number
  onSend: (content: Content) => void
  onClose: () => void
}

/** Shows a photo before it is sent. */
export default function PhotoSheet({ file, name, price, onSend, onClose }: Props) {
  const { t } = useLingui()
  const textOf = useFailureText()
  const [address, setAddress] = useState('')
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const [broken, setBroken] = useState(false)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  const trouble = troubleWith(file) ?? (broken ? failure('photo_unreadable') : null)
  const submit = () => {
    if (size) onSend({ kind: 'photo', photo: uuid7(), file, ...size, uploaded: false })
  }
  return (
    <Modal title={t`A photo for ${name}`} onClose={onClose}>
      {trouble && <Alert tone="danger">{textOf(trouble)}</Alert>}
      {!trouble && address && (
        <img
          className="photo-preview"
          src={address}
          alt={t`Chosen by you`}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setSize({ width, height })
          }
          onError={() => setBroken(true)}
        />
      )}
      <div className="button-row button-row--end">
        {!trouble && <PriceHint price={price} />}
        <Button look="quiet" onClick={onClose}>
          <Trans>Not now</Trans>
        </Button>
        {!trouble && (
          <Button disabled={!size} onClick={submit}>
            <Trans>Send</Trans>
          </Button>
        )}
      </div>
    </Modal>
  )
}
