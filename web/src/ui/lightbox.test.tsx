import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { show } from '../testing/render'
import { Lightbox, type LightboxPhoto } from './lightbox'

const photo = (id: string): LightboxPhoto => ({
  id,
  src: `/photos/${id}.webp`,
  preview: `/photos/${id}-small.webp`,
  width: 1200,
  height: 1500,
  alt: `Photo ${id}`,
})

const three = ['a', 'b', 'c'].map(photo)

/** A page with a button that opens the photos at the second one. */
function Page({ onClose }: { onClose: (last: string) => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && (
        <Lightbox
          title="Photos of Anna"
          photos={three}
          start="b"
          onClose={last => {
            setOpen(false)
            onClose(last)
          }}
        />
      )}
    </>
  )
}

async function opened() {
  const onClose = vi.fn()
  const person = userEvent.setup()
  show(<Page onClose={onClose} />)
  await person.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('dialog', { name: 'Photos of Anna' })
  return { onClose, person, seen: () => screen.getByRole('img').getAttribute('alt') }
}

it('opens at the photo that was pressed, and the arrow keys turn the pages from wherever the focus is', async () => {
  const { person, seen } = await opened()
  expect(seen()).toBe('Photo b')
  await person.keyboard('{ArrowRight}')
  expect(seen()).toBe('Photo c')
  await person.keyboard('{ArrowRight}')
  expect(seen()).toBe('Photo c')
  await person.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(seen()).toBe('Photo a')
  expect(screen.getByText('1 of 3')).toBeTruthy()
})

it('a finger turns the page one way and back; a tap does not', async () => {
  const { seen } = await opened()
  const swipe = (from: number, to: number) => {
    fireEvent.pointerDown(screen.getByRole('img'), { clientX: from })
    fireEvent.pointerUp(screen.getByRole('img'), { clientX: to })
  }
  swipe(300, 100)
  expect(seen()).toBe('Photo c')
  swipe(100, 300)
  expect(seen()).toBe('Photo b')
  swipe(100, 110)
  expect(seen()).toBe('Photo b')
})

it('Escape closes it, tells which photo was last, and the focus goes back', async () => {
  const { person, onClose } = await opened()
  await person.keyboard('{ArrowRight}')
  await person.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledExactlyOnceWith('c')
  expect(screen.queryByRole('dialog')).toBeNull()
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Open'))
})

it('a press beside the photo closes it, one on the photo does not', async () => {
  const { person, onClose } = await opened()
  await person.click(screen.getByRole('img'))
  expect(onClose).not.toHaveBeenCalled()
  await person.click(screen.getByRole('img').parentElement as HTMLElement)
  expect(onClose).toHaveBeenCalledExactlyOnceWith('b')
})
