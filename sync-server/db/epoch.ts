// The epoch names this database's history. It is bound to the cluster's identity and timeline: a backup restored elsewhere,
// or to a point in time, begins a new one, and devices learn that numbers they hold may mean something else.
import postgres from 'postgres'
import { v7 as uuidv7 } from 'uuid'

export async function currentEpoch(ownerUrl: string): Promise<string> {
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => {} })
  try {
    const [bound] = await owner<{ to: string }[]>`
      select s.system_identifier || '/' || c.timeline_id || '/' || current_database() as to
      from pg_control_system() s, pg_control_checkpoint() c`
    const [latest] = await owner<{ id: string; bound_to: string }[]>`
      select id, bound_to from directory.epochs order by created_at desc, id desc limit 1`
    if (latest?.bound_to === bound!.to) return latest.id
    const id = uuidv7()
    await owner`insert into directory.epochs (id, bound_to, created_at) values (${id}, ${bound!.to}, now())`
    return id
  } finally {
    await owner.end()
  }
}
