import type { QueryClient } from '@tanstack/react-query'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { detail, type Failure } from '../../../shared/failures/reasons'
import { openBuyCredits, openPremiumOnly } from '../../../shared/modals/money'
import { openModal } from '../../../shared/modals/opener'
import { send } from '../api/send'
import type { Item } from './item'
import { Outbox } from './outbox'
import { progress } from './progress'
import { outboxStore } from './store'

let current: { member: string; outbox: Outbox; close: () => void } | null = null

/**
 * The outbox of the member who is logged in; made once, whoever asks first. It takes messages at once; they leave
 * when the store has told what an earlier visit left, which goes first.
 */
export function openOutbox(client: QueryClient, member: string): Outbox {
  if (current?.member === member) return current.outbox
  current?.close()
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`vonk.outbox.${member}`)
  const outbox = new Outbox({
    member,
    store: outboxStore(),
    send: (item, changed) =>
      send(item, { client, changed, onProgress: part => progress.set(item.id, part) }).finally(() =>
        progress.set(item.id, null),
      ),
    failureOf: failureOfRpc,
    alone: async (name, run) => {
      await loaded
      await alone(name, run)
    },
    pause,
    tell: () => channel?.postMessage('changed'),
    refused,
  })
  const load = () => outbox.load().catch(() => undefined)
  const loaded = load()
  // The page that leaves takes the store along.
  if (channel) channel.onmessage = () => void load()
  addEventListener('online', outbox.hurry)
  current = {
    member,
    outbox,
    close: () => {
      channel?.close()
      removeEventListener('online', outbox.hurry)
      outbox.close()
    },
  }
  return outbox
}

/** When the member leaves. */
export function closeOutbox(): void {
  current?.close()
  current = null
}

/** One page of the browser at a time; where there are no locks the server's ids keep a message from coming twice. */
const alone = async (name: string, run: () => Promise<void>): Promise<void> => {
  if (navigator.locks) await navigator.locks.request(name, run)
  else await run()
}

const pause = (milliseconds: number, sooner: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    sooner.addEventListener('abort', done)
  })

/** Says what a refusal asks for, where somebody is looking. */
function refused({ peer, content }: Item, failed: Failure): void {
  if (document.visibilityState !== 'visible') return
  const number = (name: string) => (failed.details[name] === undefined ? null : detail(failed, name, 0))
  switch (failed.reason) {
    case 'credits_short': {
      const what = content.kind === 'text' ? 'message' : content.kind
      openBuyCredits(openModal, { what, price: number('price'), available: number('available') })
      break
    }
    case 'premium_needed':
      openPremiumOnly(openModal, 'other')
      break
    case 'fictional_not_acknowledged':
      openModal('acknowledge-fictional', { memberId: peer })
      break
    default:
      // Said below the message.
      break
  }
}
