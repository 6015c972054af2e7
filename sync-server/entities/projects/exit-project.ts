import { statusClass } from '#schema/kernel/enumerations.ts'
import { registry } from '#schema/registry.ts'
import { verbCall } from '#server/http/calls/verb-call.ts'

export const exitProject = verbCall({
  entity: 'projects',
  verb: 'exit',
  may: 'update',
  changes: { actualIRR: registry.projects.fields.actualIRR },
  summary: 'The project; it and its active investments have exited',
  async work(batch, id, values) {
    await batch.update('projects', id, { ...values, status: 'EXITED' })
    const investments = await batch.where('investments', 'projectId', id)
    for (const each of investments.filter(({ status }) => statusClass(status) === 'ACTIVE'))
      await batch.update('investments', each.id, { status: 'EXITED' })
  },
})
