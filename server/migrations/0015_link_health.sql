-- What each process measures of the answers of its links.
CREATE TYPE link_health AS ENUM ('OPEN', 'LOWERED', 'PROBING', 'CLOSED');
ALTER TABLE link_reports ADD COLUMN health link_health NOT NULL DEFAULT 'OPEN', ADD COLUMN health_words text;
