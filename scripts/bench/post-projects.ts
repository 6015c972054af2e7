// New projects, sent as a device sends them.
import { v7 as uuidv7 } from 'uuid'
import { changesPath, type Change, type Verdict } from '#schema/protocol.ts'
import { type Firm, projectFields } from './firm.ts'
import { ask } from './http.ts'

const { raisedAmount: _raised, actualTotalInvested: _invested, ...fields } = projectFields(1)

/** Sends one batch after the other; throws unless every project is made. */
export async function postProjects(origin: string, firm: Firm, batches: number, perBatch: number): Promise<void> {
  const client = uuidv7()
  for (let batch = 0; batch < batches; batch++) {
    const changes = Array.from({ length: perBatch }, (): Change => ({
      id: uuidv7(),
      at: new Date().toISOString(),
      ops: [{ op: 'create', entity: 'projects', id: uuidv7(), fields }],
    }))
    const answer = await ask(`${origin}${changesPath}`, { firm, body: JSON.stringify({ client, changes }) })
    const { results } = JSON.parse(answer) as { results: Verdict[] }
    const refused = results.find(({ verdict }) => verdict !== 'applied')
    if (refused) throw new Error(`A change was refused: ${JSON.stringify(refused)}`)
  }
}
