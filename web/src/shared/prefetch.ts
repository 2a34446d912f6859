type Prefetcher = (path: string) => void

let prefetcher: Prefetcher = () => undefined

/** The router tells how the code of an address is loaded ahead. */
export const setPrefetcher = (next: Prefetcher): void => {
  prefetcher = next
}

export const prefetch = (path: string): void => prefetcher(path)
