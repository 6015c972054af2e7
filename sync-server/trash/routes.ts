import { Hono } from 'hono'
import { isStaff } from '#schema/viewer.ts'
import type { Database } from '../db/database.ts'
import type { Env } from '../http/env.ts'
import { RequestError } from '../http/errors.ts'
import { requireViewer } from '../http/viewer.ts'
import { listTrash } from './list-trash.ts'

export function trashRoutes({ database, now }: { readonly database: Database; readonly now: () => Date }): Hono<Env> {
  const app = new Hono<Env>()
  app.get('/api/trash', async (context) => {
    const viewer = requireViewer(context)
    if (!isStaff(viewer)) throw new RequestError('FORBIDDEN')
    return context.json(await listTrash(database, viewer, now()))
  })
  return app
}
