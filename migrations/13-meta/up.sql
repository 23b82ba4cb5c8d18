-- What answers and other programs tell of the file itself is verified, too.
ALTER TABLE meta ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
UPDATE meta SET checksum = row_checksum(name, value);
