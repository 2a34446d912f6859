import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { SwitchRow } from './field'

/** A setting that a server keeps: it changes when the answer is there. */
function Setting({ save }: { save: (next: boolean) => Promise<void> }) {
  const [kept, keep] = useState(false)
  return <SwitchRow label="Invisible" checked={kept} onChange={next => save(next).then(() => keep(next))} />
}

function view() {
  const answers: { yes: () => void; no: () => void }[] = []
  const save = () =>
    new Promise<void>((yes, no) => {
      answers.push({ yes, no: () => no(new Error('refused')) })
    })
  render(<Setting save={save} />)
  const thumb = screen.getByRole<HTMLInputElement>('switch')
  return { answers, thumb, person: userEvent.setup() }
}

it('stands as it was put while the answer is on its way, and after it', async () => {
  const { answers, thumb, person } = view()
  await person.click(thumb)
  expect(thumb.checked).toBe(true)
  answers[0]?.yes()
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  expect(thumb.checked).toBe(true)
})

it('goes back when it was refused', async () => {
  const { answers, thumb, person } = view()
  await person.click(thumb)
  answers[0]?.no()
  await vi.waitFor(() => expect(thumb.checked).toBe(false))
})

it('an early answer does not undo what was chosen after it', async () => {
  const { answers, thumb, person } = view()
  await person.click(thumb)
  await person.click(thumb)
  expect(thumb.checked).toBe(false)
  answers[0]?.yes()
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  expect(thumb.checked).toBe(false)
  answers[1]?.yes()
  await vi.waitFor(() => expect(thumb.checked).toBe(false))
})
