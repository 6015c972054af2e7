import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './sync-server/db/drizzle-schema.ts',
  out: './sync-server/db/migrations',
})
