import { datasets } from '../../core/datasets/index.ts';

const nullWords = { never: 'Always filled.', documented: 'May be missing.', tolerated: 'Seldom missing.' };

/** Every field of both datasets, from the same description that the build checks the data against. */
export function DataDictionary() {
  return (
    <>
      {datasets.map((dataset) => (
        <section key={dataset.name}>
          <h4>{dataset.title}</h4>
          <p>{dataset.meaning}</p>
          <dl className="help-fields">
            {dataset.fields.map((field) => (
              <div key={field.name}>
                <dt>{field.name}</dt>
                <dd>
                  {field.meaning} {'unit' in field ? `In ${field.unit}. ` : ''}
                  <span className="muted">{nullWords[field.nulls]}</span>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}
