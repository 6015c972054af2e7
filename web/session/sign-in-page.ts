/** The page shows how many changes wait on this device. */
export const signInPage = (waiting: number): string => (waiting > 0 ? `/api/login?waiting=${waiting}` : '/api/login')
