import { PERSONAL_DATABASE } from '../../../shared/storage/personal'
import type { Item } from './item'

/** Where unsent messages survive a reload. */
export type OutboxStore = {
  all: (member: string) => Promise<Item[]>
  put: (item: Item) => Promise<void>
  has: (id: string) => Promise<boolean>
  remove: (id: string) => Promise<void>
}

const TABLE = 'outbox'

/** While storage is switched off the outbox lives as long as the page. */
export function memoryStore(items: Item[] = []): OutboxStore {
  const held = new Map(items.map(item => [item.id, item]))
  return {
    all: async member => [...held.values()].filter(item => item.member === member),
    put: async item => void held.set(item.id, item),
    has: async id => held.has(id),
    remove: async id => void held.delete(id),
  }
}

let connection: Promise<IDBDatabase> | null = null

function open(): Promise<IDBDatabase> {
  connection ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(PERSONAL_DATABASE, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(TABLE, { keyPath: 'id' })
    }
    request.onsuccess = () => {
      const database = request.result
      // A logout deletes the database; a page that holds it open must let go.
      database.onversionchange = () => {
        connection = null
        database.close()
      }
      database.onclose = () => {
        connection = null
      }
      resolve(database)
    }
    request.onerror = () => reject(request.error)
  })
  connection.catch(() => {
    connection = null
  })
  return connection
}

/** One request in a transaction of its own. */
async function run<T>(mode: IDBTransactionMode, ask: (table: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open()
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction(TABLE, mode)
    const request = ask(transaction.objectStore(TABLE))
    // Without waiting for the answer: the page may be left in this moment.
    if (mode === 'readwrite') transaction.commit()
    transaction.oncomplete = () => resolve(request.result)
    transaction.onerror = () => reject(transaction.error)
    transaction.onabort = () => reject(transaction.error)
  })
}

const databaseStore: OutboxStore = {
  all: async member => {
    const items: Item[] = await run('readonly', table => table.getAll())
    return items.filter(item => item.member === member)
  },
  put: async item => void (await run('readwrite', table => table.put(item))),
  has: async id => (await run('readonly', table => table.count(id))) > 0,
  remove: async id => void (await run('readwrite', table => table.delete(id))),
}

/** The database where there is one, else memory. */
export function outboxStore(): OutboxStore {
  const chosen = run('readonly', table => table.count()).then(
    () => databaseStore,
    () => memoryStore(),
  )
  return {
    all: async member => (await chosen).all(member),
    put: async item => (await chosen).put(item),
    has: async id => (await chosen).has(id),
    remove: async id => (await chosen).remove(id),
  }
}
