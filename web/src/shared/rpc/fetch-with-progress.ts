/**
 * A `fetch` that tells how much of the body has left, which the real one cannot. Only what a unary call needs:
 * one body, one answer read as a whole.
 */
export const fetchWithProgress =
  (onProgress: (part: number) => void): typeof fetch =>
  (input, init = {}) =>
    new Promise((resolve, reject) => {
      const { signal } = init
      const aborted = () => new DOMException('aborted', 'AbortError')
      if (signal?.aborted) return reject(aborted())
      const request = new XMLHttpRequest()
      const abort = () => request.abort()
      signal?.addEventListener('abort', abort)
      request.open(init.method ?? 'GET', input instanceof Request ? input.url : String(input))
      request.responseType = 'arraybuffer'
      new Headers(init.headers).forEach((value, name) => {
        request.setRequestHeader(name, value)
      })
      request.upload.onprogress = ({ loaded, total }) => total > 0 && onProgress(loaded / total)
      request.onload = () => resolve(answerOf(request))
      request.onerror = () => reject(new TypeError('Failed to fetch'))
      request.ontimeout = request.onerror
      request.onabort = () => reject(aborted())
      request.onloadend = () => signal?.removeEventListener('abort', abort)
      request.send(init.body as XMLHttpRequestBodyInit | null)
    })

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const at = line.indexOf(':')
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim())
  }
  return new Response(request.response as ArrayBuffer, { status: request.status, headers })
}
