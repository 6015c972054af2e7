import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { AnyRow } from '#schema/kernel/entity.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { Fact } from '#web/ui/page/facts.tsx'
import { RecordFacts } from './record-facts.tsx'

type FactsProps = Parameters<typeof RecordFacts>[0]

async function factsOf(overrides: Partial<FactsProps> = {}, row: object = {}) {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL', targetAmount: '1250000', currency: 'AED' })
  const fields = ['type', 'location', 'targetAmount', 'isVisibleToInvestors', 'expectedIRR']
  const { container } = await render(
    store,
    <RecordFacts entity="projects" row={{ ...project, ...row } as AnyRow} fields={fields} {...overrides} />,
  )
  const textsOf = (tag: string) => [...container.querySelectorAll(tag)].map((each) => each.textContent)
  expect(textsOf('dt')).toHaveLength(textsOf('dd').length)
  return textsOf('dt').map((name, index) => [name, textsOf('dd')[index]])
}

test('facts show labels and values by kind in the order of the screen', async () => {
  expect(await factsOf()).toEqual([
    ['Type', 'Commercial'],
    ['Location', '—'],
    ['Target amount', 'AED\u00a01,250,000.00'],
    ['Visible to investors', 'Visible'],
    ['Expected IRR', 'N/A'],
  ])
  expect(await factsOf({ fields: ['location', 'type'] }, { location: 'Safi' })).toEqual([
    ['Location', 'Safi'],
    ['Type', 'Commercial'],
  ])
})

test('a screen can set the money format and add custom facts at the end', async () => {
  const customFact = (
    <Fact name="Beside" wide>
      Own words
    </Fact>
  )
  expect(await factsOf({ fields: ['targetAmount'], money: 'short', children: customFact })).toEqual([
    ['Target amount', 'AED\u00a01.3M'],
    ['Beside', 'Own words'],
  ])
  await expect.element(page.getByText('Own words')).toBeVisible()
})
