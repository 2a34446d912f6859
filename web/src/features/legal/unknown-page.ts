/** Thrown for a page that does not exist; the error page shows a 404. */
export class UnknownPage extends Error {
  readonly status = 404
}
