/** Holds values against the schemas of an OpenAPI document, as a validator of JSON Schema 2020-12 does that knows the bank's formats. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { formats, type OpenApiDocument } from 'vostro/server'

/** Whether a value fulfils a schema of the document; `isExact: false` leaves the bank's own formats out, as most tools do. */
export type Validator = (schema: object, value: unknown) => boolean

export function validatorOf(document: OpenApiDocument, { isExact = true }: { isExact?: boolean } = {}): Validator {
  const ajv = new Ajv2020({ strict: false, allErrors: false, logger: false })
  addFormats.default(ajv)
  if (isExact) for (const [name, validate] of Object.entries(formats)) ajv.addFormat(name, validate)
  ajv.addSchema({ $id: 'document', components: document.components })
  const known = new Map<string, ValidateFunction>()
  return (schema, value) => {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')
    const validate = known.get(text) ?? ajv.compile(JSON.parse(text))
    known.set(text, validate)
    return validate(value) as boolean
  }
}
