CREATE TEMPORARY VIEW source_data AS SELECT * FROM VALUES
  ('user_001', 'Alice', 28, '2023-10-01 10:00:00'),
  ('user_002', 'Bob', 35, '2023-10-01 10:05:00'),
  ('user_003', 'Charlie', 42, '2023-10-01 10:10:00') AS t(user_id, name, age, ts);
CREATE TABLE IF NOT EXISTS hudi_users_cow (user_id STRING, name STRING, age INT, ts STRING, `partition` STRING)
USING HUDI LOCATION '{dir}/hudi_users_cow'
TBLPROPERTIES ('primaryKey' = 'user_id', 'preCombineField' = 'ts', 'hoodie.table.name' = 'hudi_users_cow',
  'hoodie.datasource.write.recordkey.field' = 'user_id', 'hoodie.datasource.write.partitionpath.field' = 'partition',
  'hoodie.datasource.write.table.name' = 'hudi_users_cow', 'hoodie.datasource.write.operation' = 'bulk_insert',
  'hoodie.datasource.write.hive_style_partitioning' = 'true')
AS SELECT user_id, name, age, ts, substring(ts, 1, 10) AS `partition` FROM source_data;
SELECT user_id, name, age FROM hudi_users_cow ORDER BY user_id;
INSERT INTO hudi_users_cow VALUES
  ('user_001', 'Alice Smith', 29, '2023-10-01 11:00:00', '2023-10-01'),
  ('user_002', 'Bob Brown', 36, '2023-10-01 11:05:00', '2023-10-01'),
  ('user_004', 'Dora', 51, '2023-10-01 11:10:00', '2023-10-01');
SELECT user_id, name, age FROM hudi_users_cow ORDER BY user_id;
CALL show_commits(table => 'hudi_users_cow', limit => 10);
SELECT count(*) FROM hudi_users_cow TIMESTAMP AS OF '2099-01-01';
INSERT INTO hudi_users_cow VALUES
  ('user_001', 'Alice Late', 30, '2023-10-01 12:30:00', '2023-10-01'),
  ('user_001', 'Alice Early', 30, '2023-10-01 12:00:00', '2023-10-01');
SELECT user_id, name FROM hudi_users_cow WHERE user_id = 'user_001';
CREATE TABLE hudi_users_mor (user_id STRING, name STRING, age INT, ts STRING, `partition` STRING)
USING HUDI PARTITIONED BY (`partition`) LOCATION '{dir}/hudi_users_mor'
TBLPROPERTIES ('type' = 'mor', 'primaryKey' = 'user_id', 'preCombineField' = 'ts');
INSERT INTO hudi_users_mor SELECT user_id, name, age, ts, substring(ts, 1, 10) AS `partition` FROM source_data;
INSERT INTO hudi_users_mor VALUES ('user_001', 'Alice Smith', 29, '2023-10-01 11:00:00', '2023-10-01');
SELECT user_id, name, age FROM hudi_users_mor ORDER BY user_id;
CALL run_compaction(op => 'scheduleAndExecute', table => 'hudi_users_mor');
SET hoodie.compact.inline = true;
SET hoodie.compact.inline.max.delta.commits = 1;
INSERT INTO hudi_users_mor VALUES ('user_002', 'Bob Brown', 36, '2023-10-01 11:05:00', '2023-10-01');
SELECT user_id, name, age FROM hudi_users_mor ORDER BY user_id;
