export type Fields = Readonly<Record<string, unknown>>
export type ApiRow = Fields & { readonly id: string }

export interface Api {
  read(path: string): Promise<Fields>
  list(path: string): Promise<readonly ApiRow[]>
  create(path: string, fields: Fields): Promise<ApiRow>
  change(path: string, fields: Fields): Promise<ApiRow>
  remove(path: string): Promise<void>
}

export async function signIn(origin: string, email: string, password: string): Promise<Api> {
  const response = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({ email, password }),
    redirect: 'manual',
  })
  if (response.status !== 303) throw new Error(`Signing in as ${email} returned ${response.status}`)
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

  async function call<Body>(method: string, path: string, fields?: Fields): Promise<Body> {
    const response = await fetch(`${origin}/api/${path}`, {
      method,
      headers: { cookie, origin, 'content-type': 'application/json' },
      ...(fields === undefined ? {} : { body: JSON.stringify(fields) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`)
    return (await response.json()) as Body
  }

  return {
    read: (path) => call('GET', path),
    list: (path) => call('GET', path),
    create: (path, fields) => call('POST', path, fields),
    change: (path, fields) => call('PATCH', path, fields),
    remove: (path) => call('DELETE', path),
  }
}
