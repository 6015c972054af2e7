// The content security policy forbids eval; the parsers must know that before the first of them is created.
import * as z from 'zod/mini'

z.config({ jitless: true })
