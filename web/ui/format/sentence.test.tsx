import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Sentence } from './sentence.tsx'

const drawn = async (say: (...places: string[]) => string, names: readonly string[]) => {
  const parts = names.map((name) => <b key={name}>{name}</b>)
  const { container } = await render(<Sentence say={say} parts={parts} />)
  const sentence = container.firstElementChild!
  return { words: sentence.textContent, parts: [...sentence.querySelectorAll('b')].map((each) => each.textContent) }
}

test('the parts stand where the language puts them, whatever their order', async () => {
  expect(await drawn((one, two) => `From ${one} to ${two}.`, ['Ada', 'Berg'])).toEqual({
    words: 'From Ada to Berg.',
    parts: ['Ada', 'Berg'],
  })
  expect(await drawn((one, two) => `${two} gets it from ${one}`, ['Ada', 'Berg'])).toEqual({
    words: 'Berg gets it from Ada',
    parts: ['Berg', 'Ada'],
  })
})

test('a language may repeat a part or do without one', async () => {
  expect(await drawn((one) => `${one}, ${one}!`, ['Ada', 'Berg'])).toEqual({
    words: 'Ada, Ada!',
    parts: ['Ada', 'Ada'],
  })
  expect(await drawn(() => 'Nobody.', [])).toEqual({ words: 'Nobody.', parts: [] })
})
