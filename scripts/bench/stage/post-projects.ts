import { v7 as uuidv7 } from 'uuid'
import { changesPath, type Change, type Operation, type Verdict } from '#schema/sync/protocol.ts'
import { type Firm, projectFields } from './firm.ts'
import { fetchText } from './http.ts'

const { raisedAmount: _raised, actualTotalInvested: _invested, ...fields } = projectFields(1)

export async function postProjects(origin: string, firm: Firm, batches: number, perBatch: number): Promise<void> {
  for (let batch = 0; batch < batches; batch++)
    await postChanges(
      origin,
      firm,
      ...Array.from({ length: perBatch }, (): Operation[] => [
        { op: 'create', entity: 'projects', id: uuidv7(), fields },
      ]),
    )
}

export async function postChanges(origin: string, firm: Firm, ...given: readonly Operation[][]): Promise<void> {
  const at = new Date().toISOString()
  const changes = given.map((ops): Change => ({ id: uuidv7(), at, ops }))
  const response = await fetchText(`${origin}${changesPath}`, {
    firm,
    body: JSON.stringify({ client: uuidv7(), changes }),
  })
  const { results } = JSON.parse(response) as { results: Verdict[] }
  const refused = results.find(({ verdict }) => verdict !== 'applied')
  if (refused) throw new Error(`A change was refused: ${JSON.stringify(refused)}`)
}
