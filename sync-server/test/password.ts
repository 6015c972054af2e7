import { hash } from '@node-rs/argon2'

export const password = 'a long enough one'
/** Cheap: a check costs microseconds instead of a core for 30 ms. */
export const passwordHash = await hash(password, { memoryCost: 8, timeCost: 1 })
