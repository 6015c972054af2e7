// Ends a project as a whole: the project and everything that was paid into it have exited. What is only committed stays.
import { statusClass } from '#schema/enumerations.ts'
import { registry } from '#schema/registry.ts'
import { answerRow } from '../http/answer-row.ts'
import { type Call, call, idempotencyParameter } from '../http/call.ts'
import { rowOf } from '../http/entity-schemas.ts'
import { idempotencyKey } from '../http/request.ts'
import { asPerson } from '../records/actor.ts'
import type { WriteDeps } from '../records/noun-rules.ts'
import { transact } from '../records/transact.ts'
import { VerbRefused } from '../records/verb-refused.ts'

const { projects: of } = registry

export const exitProject = {
  call: (deps: WriteDeps): Call =>
    call(
      {
        method: 'post',
        path: '/api/projects/:id/exit',
        says: 'Marks the project and its active investments as exited',
        who: { may: 'update', of },
        parameters: [idempotencyParameter],
        changes: { actualIRR: of.fields.actualIRR },
        answers: { 200: { says: 'The project', json: rowOf(of) } },
        refuses: ['DUPLICATE'],
      },
      async ({ context, viewer, id, changes }) => {
        await transact(
          deps,
          asPerson(viewer),
          async (batch) => {
            if (!(await batch.get('projects', id))) throw new VerbRefused('NOT_FOUND')
            await batch.update('projects', id, { ...changes, status: 'EXITED' })
            const held = await batch.where('investments', 'projectId', id)
            for (const each of held.filter(({ status }) => statusClass(status) === 'ACTIVE'))
              await batch.update('investments', each.id, { status: 'EXITED' })
          },
          { key: idempotencyKey(context), given: { exit: id, ...changes } },
        )
        return answerRow(deps, context, { of, viewer, id, status: 200 })
      },
    ),
}
