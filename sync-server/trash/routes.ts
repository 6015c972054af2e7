import { Hono } from 'hono'
import type { Database } from '../db/database.ts'
import type { Env } from '../http/env.ts'
import { requireStaff } from '../http/request.ts'
import { listTrash } from './list-trash.ts'

export function trashRoutes({ database, now }: { readonly database: Database; readonly now: () => Date }): Hono<Env> {
  const app = new Hono<Env>()
  app.get('/api/trash', async (context) => {
    return context.json(await listTrash(database, requireStaff(context), now()))
  })
  return app
}
