interface App {
  request(path: string, init: RequestInit): Response | Promise<Response>
}

export const postForm = async (
  app: App,
  path: string,
  values: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> =>
  app.request(path, {
    method: 'POST',
    headers: { origin: 'http://localhost', ...headers },
    body: new URLSearchParams(values),
  })
