import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Name } from './name.tsx'
import { Sentence } from './sentence.tsx'

test.each<[(...placeholders: string[]) => string, string, string[]]>([
  [(one, two) => `From ${one} to ${two}.`, 'From Ada to Berg.', ['Ada', 'Berg']],
  [(one, two) => `${two} gets it from ${one}`, 'Berg gets it from Ada', ['Berg', 'Ada']],
  [(one) => `${one}, ${one}!`, 'Ada, Ada!', ['Ada', 'Ada']],
  [() => 'Empty.', 'Empty.', []],
])('a translation may reorder, repeat and omit parts: %s', async (format, text, parts) => {
  const names = ['Ada', 'Berg'].map((name) => <b key={name}>{name}</b>)
  const { container } = await render(<Sentence format={format} parts={names} />)
  const sentence = container.firstElementChild!
  expect(sentence.textContent).toBe(text)
  expect([...sentence.querySelectorAll('b')].map((each) => each.textContent)).toEqual(parts)
})

test('a name that ends with a full stop also ends its sentence', async () => {
  const { container } = await render(
    <Sentence
      format={(name) => `This deletes ${name}. ${name} is lost.`}
      parts={[<Name key="name">Quay Ltd.</Name>]}
    />,
  )
  expect(container.textContent).toBe('This deletes Quay Ltd. Quay Ltd. is lost.')
})
