/** Vite makes NODE_ENV `production` for the whole process, which for the server started after it means something else. */
export async function withOwnEnvironment<T>(work: () => Promise<T>): Promise<T> {
  const before = process.env['NODE_ENV']
  try {
    return await work()
  } finally {
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
}
