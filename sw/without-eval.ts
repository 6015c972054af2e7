// The content security policy forbids eval, and the parsers must know before the first of them is made.
import * as z from 'zod/mini'

z.config({ jitless: true })
