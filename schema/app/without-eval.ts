// The content security policy forbids eval. The parsers must know that before they are created, so this module shares a
// chunk with them (see vite.config.ts).
import * as z from 'zod/mini'

z.config({ jitless: true })
