/** The database: SQLite. One call is one statement, which is done as a whole or not at all. */
import initSqlJs, { type SqlValue } from 'sql.js'

const sqlite = await initSqlJs()

export class Database {
  readonly #tables = new sqlite.Database()

  /** Creates the tables anew, without rows. */
  create(schema: string): void {
    this.#tables.exec(schema)
  }

  async query<Row>(sql: string, values: Record<string, SqlValue> = {}): Promise<Row[]> {
    const statement = this.#tables.prepare(sql, values)
    try {
      const rows: Row[] = []
      while (statement.step()) rows.push(statement.getAsObject() as Row)
      return rows
    } finally {
      statement.free()
    }
  }
}
