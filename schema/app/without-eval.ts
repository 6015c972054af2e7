// The content security policy forbids eval. The parsers must know that before the first of them is created, so this
// module shares a chunk with them (see vite.config.ts).
import * as z from 'zod/mini'

z.config({ jitless: true })
