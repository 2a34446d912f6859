import { Trans, useLingui } from '@lingui/react/macro'
import type { Reason } from '../../../shared/failures/reasons'
import { useFailureText } from '../../../shared/failures/text'
import { Button } from '../../../ui/button'
import type { Upload } from '../use-uploads'

type Props = { upload: Upload; onRetry: () => void; onCancel: () => void }

/** Failures that another try of the same file may mend. */
const MAY_PASS: readonly Reason[] = ['offline', 'unknown', 'busy', 'rate_limited']

/** A photo on its way, or what stopped it. */
export function UploadTile({ upload, onRetry, onCancel }: Props) {
  const { t } = useLingui()
  const textOf = useFailureText()
  const { file, preview, part, failed } = upload
  const whole = part >= 1
  return (
    <div className="photo-tile photo-tile--upload">
      <img src={preview} alt="" />
      {failed ? (
        <div className="photo-ask">
          <p role="alert">
            <span className="upload-name">{file.name}</span>
            {textOf(failed)}
          </p>
          {MAY_PASS.includes(failed.reason) && (
            <Button size="sm" onClick={onRetry}>
              <Trans>Try again</Trans>
            </Button>
          )}
          <Button look="quiet" size="sm" onClick={onCancel}>
            <Trans>Close</Trans>
          </Button>
        </div>
      ) : (
        <div className="photo-ask">
          <p>{whole ? <Trans>Nearly there …</Trans> : <Trans>Sending …</Trans>}</p>
          <progress max={1} {...(!whole && { value: part })} aria-label={t`Sending ${file.name}`} />
          <Button look="quiet" size="sm" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}
