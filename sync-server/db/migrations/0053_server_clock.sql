CREATE TABLE "directory"."clock" (
	"id" integer PRIMARY KEY NOT NULL,
	"seen_at" timestamp(3) with time zone NOT NULL,
	"steady_since" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "directory"."clock_leaps" (
	"ended_at" timestamp(3) with time zone PRIMARY KEY NOT NULL,
	"began_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "directory"."installation" (
	"part" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "directory"."sign_in_attempts" ADD COLUMN "about" text[];
--> statement-breakpoint
grant select, insert, update, delete on directory.clock to holdfast_directory;
--> statement-breakpoint
grant select, insert, update, delete on directory.clock_leaps to holdfast_directory;
--> statement-breakpoint
grant select, insert, update, delete on directory.installation to holdfast_directory;
